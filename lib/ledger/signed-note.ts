import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase64, encodeBase64 } from './base64.ts'

/** Signature types of C2SP signed notes: a log signs the text itself, a witness the text with a time. */
export const signatureTypes = { log: 1, witness: 4 } as const
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes]

/** A key that verifies the signatures of a name (C2SP signed-note, "Verifier keys"). */
export type VerifierKey = {
  readonly name: string
  readonly type: SignatureType
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Uint8Array
}

export type Signer = { readonly key: VerifierKey; readonly sign: (message: Uint8Array) => Uint8Array }

type Signature = { readonly name: string; readonly keyId: string; readonly bytes: Uint8Array }
/** A text, which ends with a line feed, and its signatures. */
export type SignedNote = { readonly text: string; readonly signatures: readonly Signature[] }

const isName = (name: string) => /^[^\s+]+$/u.test(name)

/** The key id: the first four bytes, hexadecimal, of the hash of name, type and key. */
const computeKeyId = ({ name, type, publicKey }: VerifierKey): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, 4))

/** Formats a verifier key: name, id and key, joined by plus signs. */
export const formatVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${computeKeyId(key)}+${encodeBase64(concatBytes(Uint8Array.of(key.type), key.publicKey))}`

/** Parses a verifier key. Throws an error that names the fault of the text. */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', id, encoded = ''] = splitKey(text.trim())
  const [type, ...publicKey] = decodeBase64(encoded) ?? []
  if (!isName(name) || !isKnownType(type) || publicKey.length !== 32) {
    throw new Error('A verifier key is name+id+key, with an Ed25519 key in base64.')
  }
  const key = { name, type, publicKey: Uint8Array.from(publicKey) }
  if (computeKeyId(key) !== id) throw new Error(`The id of the verifier key of ${name} does not belong to its key.`)
  return key
}

/** Splits a key at its first two plus signs; the key itself may contain more. */
function splitKey(text: string): string[] {
  const first = text.indexOf('+')
  const second = text.indexOf('+', first + 1)
  return first < 0 || second < 0 ? [] : [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)]
}

const isKnownType = (type: number | undefined): type is SignatureType =>
  type === signatureTypes.log || type === signatureTypes.witness

const signaturePattern = /^\u2014 ([^\s+]+) (\S+)$/u

/** Parses a signed note. Throws an error for any other text. */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n') + 1
  const lines = note.slice(end + 1).split('\n')
  const isControl = (character: string) => character < ' ' && character !== '\n'
  if (end < 2 || lines.pop() !== '' || lines.length === 0 || [...note].some(isControl)) throw malformed()
  return { text: note.slice(0, end), signatures: lines.map(parseSignature) }
}

const malformed = () => new Error('A signed note is a text, an empty line and at least one signature line.')

function parseSignature(line: string): Signature {
  const [, name = '', encoded = ''] = signaturePattern.exec(line) ?? []
  const bytes = decodeBase64(encoded)
  if (!bytes || bytes.length <= 4) throw malformed()
  return { name, keyId: bytesToHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
}

const formatSignature = ({ name, keyId, bytes }: Signature) =>
  `\u2014 ${name} ${encodeBase64(concatBytes(hexToBytes(keyId), bytes))}\n`

/** Creates the signature line of a log. */
export function signText(text: string, { key, sign }: Signer): string {
  return formatSignature({ name: key.name, keyId: computeKeyId(key), bytes: sign(utf8ToBytes(text)) })
}

/** Creates the signature line of a witness, with the time at which it saw the checkpoint. */
export function cosignText(text: string, { key, sign }: Signer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  const bytes = concatBytes(time, sign(utf8ToBytes(cosigned(text, BigInt(seconds)))))
  return formatSignature({ name: key.name, keyId: computeKeyId(key), bytes })
}

const cosigned = (text: string, seconds: bigint) => `cosignature/v1\ntime ${seconds}\n${text}`

/**
 * Returns the keys that signed a note, ignoring signatures of other keys. Throws if the signature of a known key is
 * wrong, or if no known key signed.
 */
export function verifyNote({ text, signatures }: SignedNote, keys: readonly VerifierKey[]): VerifierKey[] {
  const verified = signatures.flatMap((signature) => {
    const key = keys.find((known) => known.name === signature.name && computeKeyId(known) === signature.keyId)
    if (!key) return []
    if (!isValidSignature(key, text, signature.bytes)) throw new Error(`The signature of ${key.name} is wrong.`)
    return [key]
  })
  if (verified.length === 0) throw new Error(`No signature of ${keys.map(({ name }) => name).join(' or ')}.`)
  return verified
}

function isValidSignature({ type, publicKey }: VerifierKey, text: string, bytes: Uint8Array): boolean {
  if (type === signatureTypes.log) return isEd25519(bytes, text, publicKey)
  if (bytes.length !== 72) return false
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  return isEd25519(bytes.subarray(8), cosigned(text, seconds), publicKey)
}

const isEd25519 = (signature: Uint8Array, text: string, publicKey: Uint8Array) =>
  signature.length === 64 && ed25519.verify(signature, utf8ToBytes(text), publicKey)
