import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Action } from './tracker.ts'

/** The title of an issue, which is one line in every tracker. */
export const issueTitle = ({ title }: Pick<Action, 'title'>): string => title.replace(/\s+/g, ' ').trim()

/** A sentence that leads back to the action, in Markdown. */
export function originSentence({ id, source_ref: source }: Action, publicUrl: string | null): string {
  if (publicUrl === null) return `Improvement action ${id} from ${source} in Hindsight.`
  return `[Improvement action](${new URL(pagePaths.improvement(id), publicUrl).href}) from ${source} in Hindsight.`
}

/** Marks an issue that was created for an action, so that it is found when the response to its creation was lost. */
export const markerOf = (actionId: string): string => `<!-- hindsight:${actionId} -->`

/**
 * The text of an issue in Markdown: the description, then the marker and a footer with what the tracker has no field
 * for.
 */
export function markedText(action: Action, footer: readonly string[]): string {
  const description = action.description === null ? '' : `${action.description}\n\n`
  return `${description}${footerOf(action, footer)}`
}

/** The text with a new footer; what people wrote above the marker stays. */
export function withFooter(text: string, action: Action, footer: readonly string[]): string {
  const [above = ''] = text.split(markerOf(action.id))
  return `${above.trimEnd()}${above.trim() === '' ? '' : '\n\n'}${footerOf(action, footer)}`
}

const footerOf = (action: Action, footer: readonly string[]) => [markerOf(action.id), '---', ...footer].join('\n\n')
