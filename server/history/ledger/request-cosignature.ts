import { isSize } from '#lib/ledger/checkpoint.ts'
import { parseNote, parseVerifierKey, signatureTypes, type VerifierKey, verifyNote } from '#lib/ledger/signed-note.ts'
import { shorten } from '#lib/text/shorten.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Ledger } from './ledger-key.ts'
import { readConsistency } from './queries.ts'

/**
 * Parses the key of a witness. Throws an error that explains what is wrong with the text, also for the key of a log.
 */
export function parseWitnessKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (key.type !== signatureTypes.witness) throw new Error(`The key of ${key.name} is that of a log, not of a witness.`)
  return key
}

export type Witness = { readonly url: string; readonly key: string }

/**
 * Asks a witness to sign the head of the ledger, with the proof that it contains the `known` leaves of the last one
 * (C2SP tlog-witness). Returns the checkpoint with its verified signature. Throws an error with the response of the
 * witness.
 */
export async function requestCosignature(
  db: Queryable,
  outgoing: Outgoing,
  { url, key }: Witness,
  { ledger, known }: { readonly ledger: Pick<Ledger, 'size' | 'checkpoint'>; readonly known: number },
): Promise<string> {
  const { host } = new URL(url)
  const submit = async (from: number) => {
    const proof = await readConsistency(db, from, ledger.size)
    const { status, body } = await outgoing.send({
      method: 'POST',
      url: `${url.replace(/\/$/, '')}/add-checkpoint`,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: `old ${from}\n${proof}\n${ledger.checkpoint}`,
      maxBytes: 100_000,
    })
    return { status, text: body.toString('utf8') }
  }
  let reply = await submit(known)
  // The witness names the head that it signed last, which this database may not know, such as after a restore.
  const last = reply.status === 409 ? reply.text.trim() : ''
  if (isSize(last)) {
    if (Number(last) > ledger.size) {
      throw new Error(
        `${host} has signed ${last} leaves, more than the ${ledger.size} of this ledger: an older backup may have been restored.`,
      )
    }
    reply = await submit(Number(last))
  }
  if (reply.status !== 200) throw new Error(`${host} did not sign (${reply.status}): ${shorten(reply.text, 300)}`)
  const note = ledger.checkpoint + reply.text
  const signed = parseNote(note)
  if (signed.text !== parseNote(ledger.checkpoint).text) throw new Error(`${host} signed another text.`)
  verifyNote(signed, [parseWitnessKey(key)])
  return note
}
