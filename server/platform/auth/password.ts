import { hash, verify } from '@node-rs/argon2'
import { once } from '#server/platform/process/process-wide.ts'

/** argon2id with the parameters of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The PHC string of a password, to store. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** The prefix of hashes with these parameters. */
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** True if a hash was made with other parameters; the next sign-in then makes it again. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(currentPrefix)

const hashDecoy = once(() => hashPassword('a password that nobody has'))

/** Without a hash the same work is done, so that timing reveals nothing about the account. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await hashDecoy()), password)
  return fits && passwordHash !== null
}
