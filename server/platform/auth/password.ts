import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The PHC string to store for a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** What a hash of these parameters begins with. */
const asNow = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** Whether a hash was made with other parameters than those of now: at the next sign-in it is made again. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(asNow)

let decoy: Promise<string> | undefined

/** Whether a password fits. Without a hash the same work is done, so that the time tells nothing about the account. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== null
}
