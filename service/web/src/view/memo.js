import { Component, h } from "preact";

// A component that is drawn anew only when a property is another one (or it asks for it itself).
export function memo(draw) {
  return class Memo extends Component {
    shouldComponentUpdate(next) {
      const names = new Set([...Object.keys(next), ...Object.keys(this.props)]);
      return [...names].some((name) => next[name] !== this.props[name]);
    }
    render(props) {
      return h(draw, props);
    }
  };
}
