import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { formatCheckpoint } from '#lib/ledger/checkpoint.ts'
import { emptyRoot, type TreeHead } from '#lib/ledger/merkle-tree.ts'
import { type Signer, signatureTypes, signText, type VerifierKey } from '#lib/ledger/signed-note.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { openText, sealText } from '#server/platform/sealed-text.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { ledgers } from '#server/schema/ledger.ts'

export type Ledger = typeof ledgers.$inferSelect

/** Finds the ledger; undefined before its first leaf. */
export async function findLedger(db: Queryable): Promise<Ledger | undefined> {
  const [ledger] = await db.select().from(ledgers)
  return ledger
}

/** Finds the signed head of the ledger; null before its first leaf. */
export const findCheckpoint = async (db: Queryable): Promise<string | null> =>
  (await findLedger(db))?.checkpoint ?? null

/** Finds the signed head as content of a mail, because mailboxes are out of reach for administrators of Hindsight. */
export async function findSignedCheckpoint(db: Queryable): Promise<{ checkpoint?: string }> {
  const checkpoint = await findCheckpoint(db)
  return checkpoint === null ? {} : { checkpoint }
}

/** Returns the key that verifies the signatures of the ledger. */
export const getVerifierKey = ({ origin, publicKey }: Pick<Ledger, 'origin' | 'publicKey'>): VerifierKey => ({
  name: origin,
  type: signatureTypes.log,
  publicKey,
})

/** Creates a signed checkpoint of the ledger. */
export function signHead(ledger: Pick<Ledger, 'origin' | 'publicKey' | 'sealedKey'>, head: TreeHead): string {
  const text = formatCheckpoint({ origin: ledger.origin, ...head })
  return `${text}\n${signText(text, openSigner(ledger))}`
}

function openSigner(ledger: Pick<Ledger, 'origin' | 'publicKey' | 'sealedKey'>): Signer {
  const privateKey = hexToBytes(openText(ledger.sealedKey, listReadableSecrets()))
  return { key: getVerifierKey(ledger), sign: (message) => ed25519.sign(message, privateKey) }
}

/** Creates an empty ledger with its own key. Its name states the installation and is unique. */
export async function createLedger(db: Queryable, now: Date): Promise<Ledger> {
  const privateKey = ed25519.utils.randomSecretKey()
  const publicKey = ed25519.getPublicKey(privateKey)
  const { public_url: url } = getSettings()
  const origin = `${url ? new URL(url).host : 'hindsight'}/ledger/${randomBytes(4).toString('hex')}`
  const keys = {
    origin,
    publicKey: Buffer.from(publicKey),
    sealedKey: sealText(bytesToHex(privateKey), listReadableSecrets()[0] ?? ''),
  }
  const at = now.toISOString()
  const checkpoint = signHead(keys, { size: 0, root: emptyRoot })
  const [ledger] = await db
    .insert(ledgers)
    .values({ ...keys, size: 0, checkpoint, createdAt: at, updatedAt: at })
    .returning()
  if (!ledger) throw new Error('The ledger was not created.')
  return ledger
}
