/** Letters and digits that are told apart on paper and over the telephone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 5
const groupLength = 4

/** A password to hand over: 20 random characters in groups of four, about 99 bits. */
export function generatePassword(): string {
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, randomCharacter).join('')).join('-')
}

/** Bytes past the last whole multiple of the alphabet are drawn again, so that each character is as likely. */
function randomCharacter(): string {
  const fair = 256 - (256 % alphabet.length)
  const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
  return byte < fair ? alphabet.charAt(byte % alphabet.length) : randomCharacter()
}
