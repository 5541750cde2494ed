import type { Tone } from '#components/ui/badge.tsx'
import type { AuditMethod, AuditState } from '#lib/contracts/app/audits.ts'

export const stateLabels: Readonly<Record<AuditState, { label: string; tone: Tone; hint: string }>> = {
  drawn: { label: 'Drawn', tone: 'neutral', hint: 'Its evidence is not complete yet.' },
  answered: { label: 'Answered', tone: 'success', hint: 'You have what you asked for.' },
  exception: { label: 'Exception', tone: 'danger', hint: 'Something is wrong; the note says what.' },
  retested: { label: 'Retested', tone: 'info', hint: 'You tested it again.' },
}

export const methodLabels: Readonly<Record<AuditMethod, { label: string; hint: string }>> = {
  random: { label: 'Random', hint: 'Those that the seed selects; each has the same chance.' },
  every_nth: { label: 'Every n-th', hint: 'In even steps through the population, from a start that the seed selects.' },
  all: { label: 'All', hint: 'The whole population, for a filter such as type = emergency.' },
}
