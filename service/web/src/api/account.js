// Who is signed in. Nothing of the token is kept here: the server remembers, the browser holds its cookie.
import { Changes } from "../model/changes.js";
import { getJson, send, whenSignedOut } from "./http.js";

export const account = {
    changes: new Changes(),
    state: 'asking',  // then signedIn, signedOut or unreachable
    principal: '',
    scopes: [],
    warning: '',  // what everybody here should know of the service, such as that cells are not confined
    can(scope) { return this.scopes.includes(scope);},
};

// It is good to know, and nothing depends on it.
async function readWarning() {
    try {
        account.warning = (await getJson('/healthz')).warning ?? '';
    } catch {
        account.warning = '';
    }
    account.changes.touch();
}

function become(state, who = {}) {
  account.state = state;
  account.principal = who.principal ?? "";
  account.scopes = who.scopes ?? [];
  account.changes.touch();
  if (state === 'signedIn') void readWarning();
}

whenSignedOut(() => {
  if (account.state === "signedIn") become("signedOut");
});

// A token in the address (…/#token=…, as the server prints it) is used once and taken out of the address and history.
function takeTokenFromAddress() {
  const found = /^#token=(.+)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname);
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return found[1];
  }
}

// Such an address may also be put into a page that is open already.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#token=")) void findOut();
});

export async function findOut() {
  const token = takeTokenFromAddress();
  try {
    if (token) await send("POST", "/login", { json: { token } });
    become("signedIn", await getJson("/login"));
  } catch (problem) {
    become(problem.status === 401 ? "signedOut" : "unreachable");
    return problem;
  }
  return null;
}

export async function signIn(token) {
  await send("POST", "/login", { json: { token } });
  become("signedIn", await getJson("/login"));
}

export async function signOut() {
  try {
    await send("POST", "/logout");
  } catch (problem) {
    if (problem.status !== 401) throw problem;
  }
  become("signedOut");
}
