import { parse } from 'yaml'
import { depthFault, isDeepValue } from './limits.ts'

export type FrontMatter = { readonly fields: Readonly<Record<string, unknown>>; readonly body: string }

/** Maximum characters of a front matter: deep nesting costs a YAML parser time and stack. */
const maxLength = 50_000

const block = /^---(\w*)[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/**
 * Splits a Markdown text into its YAML front matter and its body. Scalars stay text, so that invalid dates and leading
 * zeros reach their field unchanged. A text that begins with a horizontal rule has no front matter.
 * Throws an Error with the reason if the front matter cannot be read.
 */
export function readFrontMatter(text: string): FrontMatter {
  const match = block.exec(text)
  if (!match) return { fields: {}, body: text }
  const [whole, language = '', yaml = ''] = match
  if (yaml.length > maxLength) throw new Error(`it has more than ${maxLength.toLocaleString('en')} characters`)
  if (!['', 'yaml', 'yml', 'json'].includes(language.toLowerCase())) throw new Error(`it is ${language}, not YAML`)
  const fields: unknown = parse(yaml, { schema: 'failsafe', customTags: (tags) => [...tags, 'null'] })
  if (fields === null) return { fields: {}, body: text.slice(whole.length) }
  if (isDeepValue(fields)) throw new Error(`it ${depthFault}`)
  if (typeof fields !== 'object' || Array.isArray(fields)) return { fields: {}, body: text }
  return { fields: { ...fields }, body: text.slice(whole.length) }
}
