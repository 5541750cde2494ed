import { formatDay } from '#components/ui/time/format-time.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { recordPieces, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { after, generalWords, newValue, type Wording } from './general-labels.ts'

export const policyOrderWords = (): Wording => ({
  sentence: ['changed ', { record: 'the order of the rules', href: pagePaths.policy }],
  covered: [],
})

export function ruleWords(event: WordedEvent, view: Viewpoint): Wording {
  const { is_active: use, ...others } = event.changes
  if (event.action !== 'update' || !use || Object.keys(others).length > 0) return generalWords(event, view)
  return { sentence: [`switched ${use.to ? 'on' : 'off'} `, ...recordPieces(event, view)], covered: 'all' }
}

export function holidayWords({ action, changes, entity_id: day }: WordedEvent): Wording {
  const name = changes.name?.to ?? changes.name?.from
  const verb = action === 'delete' ? 'removed' : 'added'
  return { sentence: [`${verb} the holiday ${formatDay(day)}${name ? ` (${name})` : ''}`], covered: 'all' }
}

export function decisionWords(event: WordedEvent, view: Viewpoint): Wording {
  const { action, changes } = event
  const change = recordPieces(event, view)
  if (action === 'update') {
    const reasons = after(': ', newValue(event, 'reasons'))
    return { sentence: ['decided again that ', ...change, ' needs a review', ...reasons], covered: 'all' }
  }
  const isOwed = changes.is_owed?.to === true
  const reasons = after(': ', newValue(event, 'reasons'))
  return {
    sentence: ['decided that ', ...change, isOwed ? ' needs a review' : ' needs no review', ...reasons],
    covered: 'all',
  }
}

export function serviceReviewerWords(event: WordedEvent, view: Viewpoint): Wording {
  const service = recordPieces(event, view)
  const reviewer = newValue(event, 'reviewer')
  if (event.action === 'delete') return { sentence: ['removed the reviewer of ', ...service], covered: 'all' }
  return { sentence: ['made ', ...reviewer, ' the reviewer of ', ...service], covered: 'all' }
}

export function settingsWords(_: WordedEvent, { isAdmin }: Viewpoint): Wording {
  const record = 'the settings'
  return { sentence: ['changed ', isAdmin ? { record, href: pagePaths.organisation } : record], covered: [] }
}

export function mailWords({ changes }: WordedEvent): Wording {
  return { sentence: [`tried the mail “${changes.retried?.to}” again`], covered: 'all' }
}
