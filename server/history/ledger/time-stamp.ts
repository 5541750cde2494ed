import { createHash, randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'

const sha256 = '2.16.840.1.101.3.4.2.1'
/** Status of a response with a time stamp: granted, or granted with changes. */
const granted: readonly number[] = [0, 1]

/**
 * Asks a time-stamp service to confirm the current time for the hash of a text (RFC 3161). Returns its response if it
 * is about this text and this request; readers of the evidence verify its signature. Throws an error that explains why
 * there is no time stamp.
 */
export async function requestTimeStamp(outgoing: Outgoing, url: string, text: string): Promise<Buffer> {
  const hash = createHash('sha256').update(text).digest()
  // Positive and without leading zeros, as DER requires of an integer.
  const nonce = Buffer.concat([Buffer.of(0x40), randomBytes(8)])
  const { host } = new URL(url)
  const { status, body } = await outgoing.send({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: encodeRequest(hash, nonce),
    maxBytes: 100_000,
  })
  if (status !== 200) throw new Error(`${host} returned ${status} instead of a time stamp.`)
  const stamp = readResponse(body, host)
  const isSame = (bytes: Uint8Array | undefined, expected: Buffer) => bytes !== undefined && expected.equals(bytes)
  if (!isSame(stamp.messageImprint.hashedMessage.valueBlock.valueHexView, hash)) {
    throw new Error(`The time stamp of ${host} is about another text.`)
  }
  if (!isSame(stamp.nonce?.valueBlock.valueHexView, nonce)) {
    throw new Error(`The time stamp of ${host} is not for this request.`)
  }
  return body
}

function encodeRequest(hash: Buffer, nonce: Buffer): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(hash).buffer }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

function readResponse(body: Buffer, host: string): TSTInfo {
  const { status, timeStampToken } = parse(() => TimeStampResp.fromBER(Uint8Array.from(body)), host)
  if (!granted.includes(status.status) || !timeStampToken) {
    const reasons = status.statusStrings?.map(({ valueBlock }) => valueBlock.value) ?? []
    throw new Error(`${host} grants no time stamp: ${reasons.join(' ') || `status ${status.status}`}.`)
  }
  return parse(() => {
    const { eContent } = new SignedData({ schema: timeStampToken.content }).encapContentInfo
    return TSTInfo.fromBER(eContent?.getValue() ?? new ArrayBuffer())
  }, host)
}

function parse<Result>(read: () => Result, host: string): Result {
  try {
    return read()
  } catch (error) {
    throw new Error(`The response of ${host} is no time stamp.`, { cause: error })
  }
}
