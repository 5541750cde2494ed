import type { ImportKind } from '#lib/contracts/import-values.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Source } from './source/source.ts'

/** Throws `invalid_request` for a file whose format does not fit the kind of records. */
export function checkFormat({ format, header }: Source, entity: ImportKind, name: string): void {
  if (format === 'Markdown' && entity !== 'articles') {
    throw new AppError('invalid_request', `${name} is Markdown, which only articles are read from.`)
  }
  const isHeadingOrFrontMatter = /^(?:#{1,6} |---$)/.test(header?.[0] ?? '')
  if (entity === 'articles' && isHeadingOrFrontMatter) {
    throw new AppError(
      'invalid_request',
      `${name} looks like Markdown. Name it with the ending .md to import it as an article.`,
    )
  }
}
