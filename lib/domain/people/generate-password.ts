/** Letters and digits that are not mistaken for each other on paper or over the telephone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 5
const groupLength = 4

/** Generates 20 random characters in groups of four, about 99 bits. */
export function generatePassword(): string {
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, randomCharacter).join('')).join('-')
}

/** Bytes beyond the last multiple of the alphabet's length are rejected, so that all characters are equally likely. */
function randomCharacter(): string {
  const unbiasedLimit = 256 - (256 % alphabet.length)
  const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
  return byte < unbiasedLimit ? alphabet.charAt(byte % alphabet.length) : randomCharacter()
}
