import { pagePaths } from '#lib/domain/page-paths.ts'
import type { TrackedAction } from './tracker.ts'

/** The title of an issue, which is one line in every tracker. */
export const issueTitle = ({ title }: Pick<TrackedAction, 'title'>): string => title.replace(/\s+/g, ' ').trim()

/** A sentence that leads back to the action, in Markdown. */
export function originSentence({ id, source_ref: source }: TrackedAction, publicUrl: string | null): string {
  if (publicUrl === null) return `Improvement action ${id} from ${source} in Hindsight.`
  return `[Improvement action](${new URL(pagePaths.improvement(id), publicUrl).href}) from ${source} in Hindsight.`
}

/** Begins our part of a text, and finds an issue again whose creation got no response. */
export const markerOf = (actionId: string): string => `<!-- hindsight:${actionId} -->`
const footerMarkerOf = (actionId: string) => `<!-- hindsight:${actionId}:footer -->`
const endMarkerOf = (actionId: string) => `<!-- hindsight:${actionId}:end -->`

/**
 * Our part of the text of an issue in Markdown, between markers: the description, then a footer with what the tracker
 * has no field for.
 */
export function markedText(action: TrackedAction, footer: readonly string[]): string {
  const description = action.description === null ? [] : [action.description]
  return [markerOf(action.id), ...description, buildFooter(action, footer)].join('\n\n')
}

const buildFooter = ({ id }: TrackedAction, footer: readonly string[]) =>
  [footerMarkerOf(id), '---', ...footer, endMarkerOf(id)].join('\n\n')

/** A text with our part new; what people wrote above or below it stays. Without our part, it is put above the text. */
export function replaceOurPart(text: string, action: TrackedAction, footer: readonly string[]): string {
  const [above, below] = around(text, markerOf(action.id), endMarkerOf(action.id)) ?? ['', text]
  return [above.trim(), markedText(action, footer), below.trim()].filter(Boolean).join('\n\n')
}

/** A text with a new footer in our part; unchanged if people removed it. */
export function replaceFooter(text: string, action: TrackedAction, footer: readonly string[]): string {
  const parts = around(text, footerMarkerOf(action.id), endMarkerOf(action.id))
  return parts ? `${parts[0]}${buildFooter(action, footer)}${parts[1]}` : text
}

/** What is before `start` and after `end`. */
function around(text: string, start: string, end: string): readonly [string, string] | null {
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  return from === -1 || to === -1 ? null : [text.slice(0, from), text.slice(to + end.length)]
}
