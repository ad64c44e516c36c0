/** Performs the steps of a Dockerfile in a folder, for machines that cannot build containers. */
import { execFile } from "node:child_process";
import { chmod, copyFile, cp, lstat, mkdir, mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { removeFolder } from "../support/remove-folder.ts";

type Instruction = { name: string; text: string };

export type Image = {
  /** The folder that stands for the container's root. */
  root: string;
  /** The working folder, below `root`. */
  workdir: string;
  /** The Dockerfile's ENV, and a PATH that begins with the Node of the base image. */
  env: Record<string, string>;
  user: { uid: number; gid: number };
  command: string[];
  healthCheck: string[];
  /** The base images, by what FROM says. */
  bases: string[];
  remove: () => Promise<void>;
};

type Stage = { root: string; workdir: string };

/**
 * Builds the image of `context`, with this machine's Node in place of the base image's.
 *
 * @throws Error for an instruction that it cannot perform in a folder.
 */
export async function performDockerfile(context: string): Promise<Image> {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-image-"));
  const remove = async () => {
    await promisify(execFile)("chmod", ["-R", "u+w", folder]);
    await removeFolder(folder);
  };
  try {
    // Another user runs the image, to whom this process' folders may be closed.
    await chmod(folder, 0o755);
    await mkdir(path.join(folder, "bin"));
    await copyFile(process.execPath, path.join(folder, "bin/node"));
    return { ...(await perform(context, folder)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function perform(context: string, folder: string): Promise<Omit<Image, "remove">> {
  const ignored = lines(await readFile(path.join(context, ".dockerignore"), "utf8"));
  const stages = new Map<string, Stage>();
  const bases: string[] = [];
  const search = `${path.join(folder, "bin")}:${process.env["PATH"] ?? ""}`;
  let stage: Stage = { root: folder, workdir: "/" };
  let env: Record<string, string> = {};
  let user = "0:0";
  let command: string[] = [];
  let healthCheck: string[] = [];
  for (const { name, text } of instructions(await readFile(path.join(context, "Dockerfile"), "utf8"))) {
    const words = text.split(/\s+/);
    if (name === "FROM") {
      stage = { root: path.join(folder, `stage-${String(bases.length)}`), workdir: "/" };
      bases.push(words[0] ?? "");
      stages.set(words[2] ?? "", stage);
      [env, user] = [{}, "0:0"];
      await mkdir(stage.root);
    } else if (name === "WORKDIR") {
      stage.workdir = path.posix.resolve(stage.workdir, text);
      await mkdir(inStage(stage, "."), { recursive: true });
    } else if (name === "COPY") {
      await copy(words, { context, stage, stages, ignored });
    } else if (name === "RUN") {
      if (/(^|[\s'"=])\/\w/.test(text)) throw new Error(`RUN names a path of the whole machine: ${text}`);
      await promisify(execFile)("sh", ["-c", text], {
        cwd: inStage(stage, "."),
        env: { ...ofThisMachine(), ...env, PATH: search },
        maxBuffer: 64 * 1024 * 1024,
      });
    } else if (name === "ENV") {
      for (const word of words) env[word.slice(0, word.indexOf("="))] = word.slice(word.indexOf("=") + 1);
    } else if (name === "USER") {
      user = text;
    } else if (name === "HEALTHCHECK") {
      healthCheck = JSON.parse(text.slice(text.indexOf("["))) as string[];
    } else if (name === "CMD") {
      command = JSON.parse(text) as string[];
    } else if (name !== "EXPOSE") {
      throw new Error(`The Dockerfile has an instruction that cannot be performed: ${name}`);
    }
  }
  const [uid = 0, gid = 0] = user.split(":").map(Number);
  const { root } = stage;
  return {
    root,
    workdir: inStage(stage, "."),
    env: { ...env, PATH: search },
    user: { uid, gid },
    command,
    healthCheck,
    bases,
  };
}

/** Copies from the context without what .dockerignore names, or from another stage. */
async function copy(
  words: string[],
  from: { context: string; stage: Stage; stages: Map<string, Stage>; ignored: string[] },
): Promise<void> {
  const { context, stage, stages, ignored } = from;
  const other = words[0]?.startsWith("--from=") ? stages.get(words[0].slice("--from=".length)) : undefined;
  const [to = "", ...sources] = words.filter((word) => !word.startsWith("--")).reverse();
  for (const source of sources) {
    const place = other ? inStage(other, source) : path.join(context, source);
    const isFolder = (await stat(place)).isDirectory();
    const into = inStage(stage, to);
    await cp(place, isFolder ? into : path.join(into, path.basename(source)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) =>
        other !== undefined ||
        !ignored.some((pattern) => path.matchesGlob(path.relative(context, file), pattern)),
    });
  }
}

function inStage({ root, workdir }: Stage, place: string): string {
  return path.join(root, path.posix.resolve(workdir, place));
}

/** Instructions with continued lines joined, without comments. */
function instructions(dockerfile: string): Instruction[] {
  return lines(dockerfile)
    .join("\n")
    .replace(/\\\n/g, "")
    .split("\n")
    .map((line) => ({ name: line.split(" ", 1)[0] ?? "", text: line.slice(line.indexOf(" ") + 1).trim() }));
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** The network's and the registry's settings; nothing of a surrounding npm, vitest or Node. */
function ofThisMachine(): NodeJS.ProcessEnv {
  const kept =
    /^(HOME|TMPDIR|.*_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(registry|cache|.*config))$/i;
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)));
  return { ...own, npm_config_prefer_offline: "true" } as Record<
    string,
    string | undefined
  > as NodeJS.ProcessEnv;
}

/** Takes every right to write from everybody, as a read-only root does. */
export async function makeReadOnly(folder: string): Promise<void> {
  await promisify(execFile)("chmod", ["-R", "a-w", folder]);
  if (((await lstat(folder)).mode & 0o222) !== 0) throw new Error(`${folder} can still be written.`);
}
