// Requests to the service. The login cookie goes along by itself; what changes something also carries the CSRF token,
// which only this page can read.

// An answer that is a problem (RFC 9457), or none at all: then `status` is 0.
export class Problem extends Error {
  constructor(status, detail, errors = []) {
    super(errors.length > 0 ? `${detail} ${errors.map((fault) => `${fault.pointer} ${fault.message}`).join("; ")}` : detail);
    this.status = status;
  }
}

let onSignedOut = () => {};
export function whenSignedOut(call) {
  onSignedOut = call;
}

function csrfToken() {
  const found = /(?:^|;\s*)evald_csrf=([^;]*)/.exec(document.cookie);
  return found ? found[1] : "";
}

async function problemOf(response) {
  try {
    const problem = await response.json();
    return new Problem(response.status, problem.detail || problem.title || `Status ${response.status}`, problem.errors);
  } catch {
    return new Problem(response.status, `The service answered with status ${response.status}.`);
  }
}

// The response of a request that went well; throws a Problem for any other.
export async function send(method, path, { json, body, headers = {}, signal } = {}) {
  const fields = { ...headers };
  if (method !== "GET" && method !== "HEAD") fields["X-CSRF-Token"] = csrfToken();
  if (json !== undefined) fields["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: fields,
      body: json === undefined ? body : JSON.stringify(json),
      credentials: "same-origin",
      cache: "no-store",
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "The service cannot be reached.");
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (response.status === 401 && path !== "/login") onSignedOut();
  throw problem;
}

export async function getJson(path, options) {
  const response = await send("GET", path, options);
  return response.json();
}

export const sessionPath = (id) => `/sessions/${encodeURIComponent(id)}`;
