import { ed25519 } from '@noble/curves/ed25519.js'
import { type Signer, signatureTypes } from './signed-note.ts'

/** A signer with a new key, of a log unless it is another one. */
export function testSigner(name: string, type: Signer['key']['type'] = signatureTypes.log): Signer {
  const { secretKey: privateKey, publicKey } = ed25519.keygen()
  return { key: { name, type, publicKey }, sign: (message) => ed25519.sign(message, privateKey) }
}
