import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'

export type WriteKind = 'patch' | 'improvement' | 'step' | 'completion' | 'reopening'

export type Acknowledgement = {
  readonly kind: WriteKind
  readonly requestId: string
  /** Identifier of the record that was written. */
  readonly record: string
  /** The written value of a field, or the key of a POST. */
  readonly value: string
}

export type Acknowledgements = {
  /** Stores it on disk before it returns, so that every acknowledged write is known after a kill. */
  keep(acknowledgement: Acknowledgement): void
  count(): number
  /** Reads them back from disk. */
  readAll(): Acknowledgement[]
  close(): void
}

export function keepAcknowledgements(file: string): Acknowledgements {
  const handle = openSync(file, 'ax')
  let count = 0
  return {
    keep(acknowledgement) {
      writeSync(handle, `${JSON.stringify(acknowledgement)}\n`)
      fdatasyncSync(handle)
      count += 1
    },
    count: () => count,
    readAll: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
    close: () => closeSync(handle),
  }
}
