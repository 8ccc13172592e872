// The workspace of a session. Not every service has these routes: then a listing is null.
import { getJson, send, sessionPath } from "./http.js";

export function filePath(session, path) {
  return `${sessionPath(session)}/files/${path.split("/").map(encodeURIComponent).join("/")}`;
}

// The entries of a folder ("" is the workspace), folders first.
export async function listFolder(session, folder) {
  const path = folder === "" ? `${sessionPath(session)}/files` : filePath(session, folder);
  let list;
  try {
    list = await getJson(path);
  } catch (problem) {
    if (problem.status === 404 || problem.status === 405) return null;
    throw problem;
  }
  const rank = (entry) => (entry.type === "folder" ? 0 : 1);
  return list.entries.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, undefined, { numeric: true }));
}

export const upload = (session, path, file) => send("PUT", filePath(session, path), { body: file });
export const removeFile = (session, path) => send("DELETE", filePath(session, path));
