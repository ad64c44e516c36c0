import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Makes a root certificate and one for a server at this IP address, `NAME.pem`, `NAME-server.pem` and `NAME-server.key`.
 * Node makes no certificates, so it takes the command `openssl`.
 */
export async function makeCertificates(folder: string, name: string, address: string): Promise<void> {
  const file = (suffix: string) => path.join(folder, `${name}${suffix}`);
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const rootFiles = ["-keyout", file(".key"), "-out", file(".pem")];
  await openssl(["req", "-x509", ...made, "-subj", `/CN=${name} root`, ...rootFiles]);
  const serverFiles = ["-keyout", file("-server.key"), "-out", file("-server.csr")];
  await openssl(["req", ...made.slice(0, -2), "-subj", `/CN=${name} server`, ...serverFiles]);
  await writeFile(file(".ext"), `subjectAltName=IP:${address}\n`);
  const root = ["-CA", file(".pem"), "-CAkey", file(".key"), "-CAcreateserial", "-days", "2"];
  const signed = ["-extfile", file(".ext"), "-out", file("-server.pem")];
  await openssl(["x509", "-req", "-in", file("-server.csr"), ...root, ...signed]);
}

async function openssl(args: string[]): Promise<void> {
  await run("openssl", args).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error("This test makes certificates with the command openssl, which is not installed.");
  });
}
