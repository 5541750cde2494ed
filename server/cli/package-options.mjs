import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp } from './answer-help.mjs'

/** The folder in which npm was called. */
export const calledFrom = process.env.INIT_CWD ?? '.'

const usage = `Usage: npm run package [-- --to FOLDER] [--unsigned]
Writes hindsight-VERSION-linux-x64.tar.gz and its signature (.sig) to FOLDER, by default release. It signs with the
Ed25519 key in HINDSIGHT_SIGNING_KEY: the text of a PEM file, or its path. To make a key, once:
  openssl genpkey -algorithm ed25519 -out hindsight-signing.pem
  openssl pkey -in hindsight-signing.pem -pubout -out hindsight-signing.pub
Keep the first file secret and give the second to everybody who installs. --unsigned makes an archive for a trial.`

/** Prints a message and exits. */
export function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Reads the options of the command; stops at an unknown one. */
export function readOptions() {
  answerHelp(usage)
  try {
    return parseArgs({ options: { to: { type: 'string', default: 'release' }, unsigned: { type: 'boolean' } } }).values
  } catch (error) {
    return stop(`${error.message}\n\n${usage}`)
  }
}

/** Reads the signing key from the environment; undefined for an unsigned archive. Stops if it is missing or invalid. */
export function readKey({ unsigned }) {
  if (unsigned) return undefined
  const signingKey = process.env.HINDSIGHT_SIGNING_KEY
  if (!signingKey) return stop(`HINDSIGHT_SIGNING_KEY is not set.\n\n${usage}`)
  try {
    const key = createPrivateKey(
      signingKey.startsWith('-----') ? signingKey : readFileSync(resolve(calledFrom, signingKey), 'utf8'),
    )
    if (key.asymmetricKeyType === 'ed25519') return key
    return stop(`HINDSIGHT_SIGNING_KEY is a key for ${key.asymmetricKeyType}, not for ed25519.\n\n${usage}`)
  } catch (error) {
    return stop(`HINDSIGHT_SIGNING_KEY is neither a private key nor its file: ${error.message}\n\n${usage}`)
  }
}
