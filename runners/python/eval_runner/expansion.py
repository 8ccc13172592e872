"""`{expression}` and `$name` in shell commands and magics' arguments, replaced by their values.

What can't be evaluated is left as it is: braces and dollars mean things to shells too.
"""

import re
from string import Formatter

FIELD = re.compile(r"\$\{[^{}]*\}|\{\{|\}\}|\{((?:[^{}]|\{[^{}]*\})*)\}|\$(\$?)([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")


def expand(text, names, local_names, hidden):
    """`hidden`: values that are not the cells' own, such as the helpers, which `$log` shouldn't mean."""

    def replace(match):
        field, escape, dotted = match.groups()
        if field is None and dotted is None:
            return match.group() if match.group()[0] == "$" else match.group()[0]  # a shell's ${…}; one of two braces
        if dotted is not None:
            if escape:
                return "$" + dotted
            is_quoted = text.count("'", 0, match.start()) % 2 == 1
            return match.group() if is_quoted else _dotted(dotted, names, local_names, hidden, match.group())
        return _field(field, names, local_names, match.group())

    return FIELD.sub(replace, text) if "{" in text or "$" in text else text


def _dotted(dotted, names, local_names, hidden, otherwise):
    first, *attributes = dotted.split(".")
    if first in local_names:
        value = local_names[first]
    elif first in names and id(names[first]) not in hidden:
        value = names[first]
    else:
        return otherwise
    try:
        for position, attribute in enumerate(attributes):
            if not hasattr(value, attribute):  # as in $name.txt
                return str(value) + "." + ".".join(attributes[position:])
            value = getattr(value, attribute)
        return str(value)
    except Exception:
        return otherwise


def _field(field, names, local_names, otherwise):
    try:
        ((_, expression, form, conversion),) = Formatter().parse("{" + field + "}")
        if not expression.strip() or expression.lstrip()[0] in "'\"":
            return otherwise
        value = eval(expression.strip(), names, local_names)
        value = Formatter().convert_field(value, conversion)
        return format(value, expand(form, names, local_names, ()) if form else "")
    except Exception:
        return otherwise
