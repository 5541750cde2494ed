import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Checkpoint, isSize, parseCheckpoint, parseHash } from '#lib/ledger/checkpoint.ts'
import { type Hash, isExtension } from '#lib/ledger/merkle-tree.ts'
import {
  cosignText,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  type Signer,
  signatureTypes,
  type VerifierKey,
  verifyNote,
} from '#lib/ledger/signed-note.ts'

const usage = `Usage: node witness.mjs --name NAME --state FOLDER --log KEY [--log KEY]... [--port 8089] [--host 127.0.0.1]
Signs the checkpoints of logs (C2SP tlog-witness) if each contains everything of the one before, and refuses an older or
another history. It needs no access to the database of a log: KEY is its verifier key, as /api/ledger/v1/key returns it.
FOLDER keeps the witness's own key and the last checkpoint of each log. Prints the key of the witness and its address.`

/** A rejected request, with its HTTP status. */
class Refusal extends Error {
  readonly status: number
  readonly type: string
  constructor(status: number, message: string, type = 'text/plain; charset=utf-8') {
    super(message)
    this.status = status
    this.type = type
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        name: { type: 'string' },
        state: { type: 'string' },
        log: { type: 'string', multiple: true, default: [] },
        port: { type: 'string', default: '8089' },
        host: { type: 'string', default: '127.0.0.1' },
      },
    })
    const { name, state, log, port, host } = values
    if (!name || !state || log.length === 0) throw new Error('--name, --state and --log are required.')
    return { name, state, logs: log.map(parseVerifierKey), port: Number(port), host }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(2)
  }
}

/** Opens the key of the witness, which is created at its first start. */
function openSigner(name: string, state: string): Signer {
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const file = join(state, 'witness.key')
  if (!existsSync(file)) writeFileSync(file, bytesToHex(ed25519.utils.randomSecretKey()), { mode: 0o600, flag: 'wx' })
  const privateKey = hexToBytes(readFileSync(file, 'utf8').trim())
  const key = { name, type: signatureTypes.witness, publicKey: ed25519.getPublicKey(privateKey) }
  return { key, sign: (message) => ed25519.sign(message, privateKey) }
}

const getStateFile = (state: string, origin: string) =>
  join(state, `${bytesToHex(sha256(utf8ToBytes(origin)))}.checkpoint`)

/** Reads the last signed note of a log; undefined if there is none. */
function readLast(state: string, origin: string): string | undefined {
  const file = getStateFile(state, origin)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

type Submission = { readonly oldSize: number; readonly proof: readonly Hash[]; readonly note: string }

function parseSubmission(body: string): Submission {
  const end = body.indexOf('\n\n')
  const [oldLine = '', ...lines] = body.slice(0, end).split('\n')
  const size = oldLine.startsWith('old ') ? oldLine.slice(4) : ''
  const proof = lines.map(parseHash).filter((hash) => hash !== undefined)
  if (end < 0 || !isSize(size) || proof.length !== lines.length || proof.length > 63) {
    throw new Refusal(400, 'Send "old SIZE", hashes in base64, an empty line and the checkpoint.')
  }
  return { oldSize: Number(size), proof, note: body.slice(end + 2) }
}

/** Returns the checkpoint of a note that a known log signed. Throws a `Refusal` for any other note. */
function openNote(note: string, logs: readonly VerifierKey[]): Checkpoint & { readonly text: string } {
  const { parsed, checkpoint } = readNote(note)
  const keys = logs.filter(({ name }) => name === checkpoint.origin)
  if (keys.length === 0) throw new Refusal(404, `${checkpoint.origin} is no known log.`)
  try {
    verifyNote(parsed, keys)
  } catch (error) {
    throw new Refusal(403, String(error))
  }
  return { ...checkpoint, text: parsed.text }
}

function readNote(note: string) {
  try {
    const parsed = parseNote(note)
    return { parsed, checkpoint: parseCheckpoint(parsed.text) }
  } catch (error) {
    throw new Refusal(400, String(error))
  }
}

/** Signs a checkpoint that extends the last one, and stores it before the response. */
function addCheckpoint(body: string, { signer, state, logs }: Witness): string {
  const { oldSize, proof, note } = parseSubmission(body)
  const { text, ...head } = openNote(note, logs)
  if (oldSize > head.size) throw new Refusal(400, `The old size ${oldSize} is larger than ${head.size}.`)
  const last = readLast(state, head.origin)
  const lastCheckpoint = last === undefined ? undefined : readNote(last).checkpoint
  if (oldSize !== (lastCheckpoint?.size ?? 0))
    throw new Refusal(409, `${lastCheckpoint?.size ?? 0}\n`, 'text/x.tlog.size')
  if (lastCheckpoint ? !isExtension(lastCheckpoint, head, proof) : proof.length > 0) {
    throw new Refusal(
      422,
      `The history of ${head.size} leaves does not contain the ${oldSize} leaves that were signed.`,
    )
  }
  const signature = cosignText(text, signer, new Date())
  const file = getStateFile(state, head.origin)
  writeFileSync(`${file}.new`, note + signature, { flush: true })
  renameSync(`${file}.new`, file)
  return signature
}

type Witness = { readonly signer: Signer; readonly state: string; readonly logs: readonly VerifierKey[] }

const maxBytes = 65_536

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  // A body that is too long is read but not stored, so that the sender gets the response.
  for await (const chunk of request.setEncoding('utf8')) if (body.length <= maxBytes) body += chunk
  if (body.length > maxBytes) throw new Refusal(413, `A request has at most ${maxBytes} bytes.`)
  return body
}

async function respond(request: IncomingMessage, witness: Witness): Promise<string> {
  if (request.method === 'POST' && request.url === '/add-checkpoint')
    return addCheckpoint(await readBody(request), witness)
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url ?? '') ?? []
  const log = witness.logs.find(({ name }) => hash === bytesToHex(sha256(utf8ToBytes(name))))
  const note = request.method === 'GET' && log ? readLast(witness.state, log.name) : undefined
  if (note === undefined) throw new Refusal(404, 'POST /add-checkpoint, or GET /ORIGIN-HASH/checkpoint of a known log.')
  return note
}

const { name, state, logs, port, host } = readArguments()
const witness = { signer: openSigner(name, state), state, logs }
const server = createServer(async (request, response) => {
  try {
    const body = await respond(request, witness)
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(body)
  } catch (error) {
    const { status, message, type } = error instanceof Refusal ? error : new Refusal(500, String(error))
    response.writeHead(status, { 'Content-Type': type }).end(message.endsWith('\n') ? message : `${message}\n`)
  }
})
server.listen(port, host, () => {
  const { port: open } = server.address() as AddressInfo
  process.stdout.write(`${formatVerifierKey(witness.signer.key)}\nhttp://${host}:${open}\n`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
