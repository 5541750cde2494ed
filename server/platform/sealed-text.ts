import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keys = new Map<string, KeyObject>()

/** The key of a purpose, derived once for each secret; creating a key object takes 30 µs. */
function keyFor(purpose: string, secret: string): KeyObject {
  const name = `${purpose} ${secret}`
  const cachedKey = keys.get(name)
  if (cachedKey !== undefined) return cachedKey
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  keys.set(name, key)
  return key
}

/** Encrypts text with the secret, to store it in the database. */
export function sealText(text: string, secret: string): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyFor('sealed-text', secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a text with one of the secrets. Throws if it was sealed with another secret or changed. */
export function openText(sealed: string, [secret, ...others]: readonly string[]): string {
  if (secret === undefined) throw new Error('The text was sealed with an unknown secret.')
  try {
    return openTextWith(sealed, secret)
  } catch {
    return openText(sealed, others)
  }
}

function openTextWith(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, keyFor('sealed-text', secret), bytes.subarray(0, nonceLength))
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}

/** A text that was sealed with the previous secret, sealed with the current one; null for any other. */
export function resealText(sealed: string, secret: string, previousSecret: string): string | null {
  try {
    return sealText(openTextWith(sealed, previousSecret), secret)
  } catch {
    return null
  }
}

/** A keyed hash of a text, hexadecimal; it reveals nothing without the secret. */
export const markText = (text: string, secret: string): string =>
  createHmac('sha256', keyFor('marked-text', secret)).update(text).digest('hex')
