#include "output/html_to_markdown.hpp"
#include "base/utf8.hpp"
#include "unit/output/random_pieces.hpp"

#include <doctest/doctest.h>
#include <random>
#include <string>
#include <vector>

using namespace evald;

namespace {

std::string md(std::string_view html) { return html_to_markdown(html); }

std::string repeated(std::string_view what, std::size_t times) {
    std::string text;
    for (; times > 0; --times) text += what;
    return text;
}

}  // namespace

TEST_SUITE("html to markdown") {
    TEST_CASE("plain text, white space and references") {
        CHECK(md("") == "");
        CHECK(md("a  b\n\tc ") == "a b c");
        CHECK(md("a &lt; b &amp;&amp; c &#8364; &#x2615; &nbsp;x &unknown; &; & &#xFFFFFFFFF; &#0;") ==
              "a < b && c \u20ac \u2615  x &unknown; &; & \uFFFD \uFFFD");
        CHECK(md("1 < 2 <3> 4<") == "1 < 2 <3> 4<");
        CHECK(md("10 \u00b0C \u00a9") == "10 \u00b0C \u00a9");
    }

    TEST_CASE("headings, paragraphs, breaks and rules") {
        CHECK(md("<h1>One</h1><p>a</p><p>b<br>c</p><h3> Three <br> x</h3>d<hr>e") ==
              "# One\n\na\n\nb  \nc\n\n### Three x\n\nd\n\n---\n\ne");
        CHECK(md("<div>a</div><div>b</div>") == "a\nb");
        CHECK(md("<p></p><p> </p><br><br>") == "");
        CHECK(md("a<br><br><br>b<p>c<br></p>d") == "a\n\nb\n\nc\n\nd");
    }

    TEST_CASE("emphasis hugs its text, also where it spans blocks or is misnested") {
        CHECK(md("x<b> bold </b>y <i>it</i> <code>c</code> <s>no</s>") == "x **bold** y *it* `c` ~~no~~");
        CHECK(md("<b></b>a<strong> </strong>b") == "a b");
        CHECK(md("<b>a<b>b</b></b>") == "**ab**");
        CHECK(md("<b>one<p>two</p></b>three") == "**one**\n\n**two**\n\nthree");
        CHECK(md("<i>a<b>b</i>c</b>") == "*a**b*****c**");
        CHECK(md("x<sup>2</sup> H<sub>2</sub>O <q>said</q>") == "x^2 H_2O \"said\"");
        CHECK(md("<b>never closed") == "**never closed**");
    }

    TEST_CASE("links and images") {
        CHECK(md("<a href='http://x/y?a=1&amp;b=2'>the <b>link</b></a>") == "[the **link**](http://x/y?a=1&b=2)");
        CHECK(md("<a href=\"a b(c)\">x</a><a href=x></a>") == "[x](<a b(c)>)");
        CHECK(md("<a href='javascript:alert(1)'>a</a> <a href='#top'>b</a> <a name=c>c</a>") == "a b c");
        CHECK(md("<img alt='A &quot;cat&quot;' src=cat.png> <img src='data:image/png;base64,xx' alt=dot> <img>") ==
              "![A \"cat\"](cat.png) ![dot]");
        CHECK(md("<a href=x>one<p>two</a>") == "[one](x)\n\ntwo");
        CHECK(md("<a href='" + std::string(3000, 'x') + "'>long</a>") == "long");
    }

    TEST_CASE("code spans and blocks are fenced with enough backticks") {
        CHECK(md("<code>a  b</code> <code>`x`</code> <code></code> <kbd>Ctrl</kbd>") == "`a  b` `` `x` `` `Ctrl`");
        CHECK(md("<pre>\nint x;\n  if (a &lt; b) { ``` }\n\n</pre>after") ==
              "````\nint x;\n  if (a < b) { ``` }\n````\n\nafter");
        CHECK(md("<pre><code class='py'>a<br>b <b>c</b></code></pre>") == "```\na\nb c\n```");
        CHECK(md("<code>open<p>next") == "`open`\n\nnext");
        CHECK(md("<pre></pre>x<pre>open\n") == "x\n\n```\nopen\n```");
    }

    TEST_CASE("lists nest") {
        CHECK(md("<ul><li>a<li>b<ol start=3><li>x</li><li>y</ol></li><li>c</ul>d") ==
              "- a\n- b\n  3. x\n  4. y\n- c\n\nd");
        CHECK(md("<p>p</p><ol><li><p>a</p><p>b</p></li></ol>") == "p\n\n1. a\n\n   b");
        CHECK(md("<li>alone</li>") == "- alone");
        CHECK(md("<ul><li></li><li>x</li></ul>") == "- x");
        CHECK(md("<ul><li><pre>a\nb</pre></ul>") == "- ```\n  a\n  b\n  ```");
        CHECK(md("<dl><dt>Term</dt><dd>what<dd>it is</dl>") == "Term\n: what\n: it is");
    }

    TEST_CASE("quotes nest, and their blank lines are quoted too") {
        CHECK(md("<blockquote><p>a</p><p>b</p><blockquote>c</blockquote></blockquote>d") ==
              "> a\n>\n> b\n>\n> > c\n\nd");
        CHECK(md("<blockquote><ul><li>a<li>b</ul></blockquote>") == "> - a\n> - b");
    }

    TEST_CASE("a data frame becomes a readable table") {
        CHECK(
            md(R"(<div>
<style scoped>
    .dataframe tbody tr th { vertical-align: top; }
</style>
<table border="1" class="dataframe">
  <thead>
    <tr style="text-align: right;">
      <th></th>
      <th>name</th>
      <th>n</th>
    </tr>
  </thead>
  <tbody>
    <tr>
      <th>0</th>
      <td>a|b</td>
      <td>1.5</td>
    </tr>
    <tr>
      <th>1</th>
      <td>two<br>lines</td>
      <td>NaN</td>
    </tr>
  </tbody>
</table>
<p>2 rows × 2 columns</p>
</div>)") ==
            "|  | name | n |\n| --- | --- | --- |\n| 0 | a\\|b | 1.5 |\n| 1 | two lines | NaN |\n\n2 rows × 2 columns");
    }

    TEST_CASE("spans leave empty cells, so that columns stay in line") {
        CHECK(md("<table><tr><th>g<th>i<th colspan=2>v</tr><tr><th "
                 "rowspan=2>a<th>0<td>1<td>2</tr><tr><th>1<td>3<td>4</table>") ==
              "| g | i | v |  |\n| --- | --- | --- | --- |\n| a | 0 | 1 | 2 |\n|  | 1 | 3 | 4 |");
        CHECK(md("<table><tr><td>a<tr><td>b<td>c</table>") == "| a |  |\n| --- | --- |\n| b | c |");
        CHECK(md("<table><tr><td rowspan=2>a<td>b<tr><tr><td>c</table>") == "| a | b |\n| --- | --- |\n|  | c |");
    }

    TEST_CASE("what is in a cell is put on one line") {
        CHECK(md("<table><caption>Cap</caption><tr><td><ul><li>x<li>y</ul><p>z</p><td><pre>a\nb</pre><td>"
                 "<table><tr><td>in<td>ner</table></table>after") ==
              "Cap\n\n| x y z | `a b` | in ner |\n| --- | --- | --- |\n\nafter");
        CHECK(md("<table></table>x<table><tr></table>") == "x");
        CHECK(md("<tr><td>loose<td>cells") == "loose cells");
        CHECK(md("<ul><li>a<table><tr><td>1</table><li>b</ul>") == "- a\n\n  | 1 |\n  | --- |\n\n- b");
    }

    TEST_CASE("scripts, styles, SVG, comments and hidden parts are left out") {
        CHECK(md("<!doctype html><title>t</title><script>if (a < b) '</p>'</script>a<style>p{}</style><!-- <p>c</p> -->"
                 "<svg><text>s</text><svg></svg></svg><div hidden>h<div>i</div>j</div><input hidden>b<?php ?>") ==
              "ab");
        CHECK(md("x<SCRIPT>y</ScRiPt>z") == "xz");
    }

    TEST_CASE("broken markup ends where browsers end it") {
        CHECK(md("a<b") == "a");
        CHECK(md("a<a href='x>y</a>z") == "a");
        CHECK(md("a<!-- b") == "a");
        CHECK(md("</p></li></table></td></a></b></ul></blockquote></h1></pre></code>x") == "x");
        CHECK(md("<a href=x/y>z</a><br/><a =x=y>w") == "[z](x/y)  \nw");
    }

    TEST_CASE("depth and numbers in the source can't make it slow or large") {
        const auto grows_little = [](const std::string& html) {
            const std::string text = html_to_markdown(html);
            CHECK(text.size() <= 20 * html.size());
        };
        grows_little(repeated("<blockquote>x", 50'000));
        grows_little(repeated("<ul><li>x", 50'000));
        grows_little(repeated("<b><i><s><p>x", 50'000));
        grows_little(repeated("<table><tr><td>x", 50'000));
        grows_little("<table><tr>" + repeated("<td rowspan=999999 colspan=999999>", 300) +
                     repeated("<tr><td>", 50'000));
        grows_little(repeated("<table><tr><td colspan=999>x</table>", 20'000));
        grows_little(repeated("<blockquote>", 60) + "<pre>" + repeated("\n", 100'000) + "x");
        grows_little(repeated("<a href=" + std::string(2000, 'u') + ">", 1'000) + repeated("<p>x", 1'000));
        grows_little(repeated("<", 500'000));
        grows_little(repeated("&", 500'000));
        grows_little(repeated("<!--", 500'000));
        grows_little(repeated("<script></", 200'000));
        grows_little(repeated("<div a=\"", 200'000));
        grows_little(repeated("</x", 200'000));
    }

    TEST_CASE("any soup of markup gives valid text without white space at its ends") {
        const std::vector<std::string> alphabet{
            "<b>",          "</b>",          "<p>",         "</p>",  "<ul>",       "</ul>", "<li>",   "<ol>",
            "</ol>",        "<table>",       "</table>",    "<tr>",  "<td>",       "</td>", "<pre>",  "</pre>",
            "<code>",       "</code>",       "<h2>",        "</h2>", "<a href=x>", "</a>",  "<br>",   "<hr>",
            "<blockquote>", "</blockquote>", "<img alt=i>", "<i>",   "</i>",       "<svg>", "</svg>", "<div hidden>",
            "</div>",       "<!--",          "-->",         "text",  " ",          "\n",    "|",      "`",
            "\u00e9",       "&nbsp;",        "&amp;",       "<",     "\"",         "<dd>"};
        std::mt19937 random(4);
        for (int round = 0; round < 20'000; ++round) {
            const std::string html = evald::test::random_text(random, alphabet, random() % 30);
            const std::string text = html_to_markdown(html);
            REQUIRE(is_valid_utf8(text));
            REQUIRE((text.empty() || (text.back() != '\n' && text.front() != '\n')));
        }
    }
}
