import { createTracker } from '#server/connections/trackers/create-tracker.ts'
import type { Tracker } from '#server/connections/trackers/tracker.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { fakeGitHub } from './fake-github.ts'
import { fakeGitLab } from './fake-gitlab.ts'
import { fakeJira } from './fake-jira.ts'
import { type FakeTracker, outgoingTo } from './fake-tracker.ts'

/** A fake tracker of each kind, by its name. */
export const fakes = { jira: fakeJira, github: fakeGitHub, gitlab: fakeGitLab } as const

export const origins = {
  jira: 'https://jira.example',
  github: 'https://github.example',
  gitlab: 'https://gitlab.example',
} as const

/** The options of a connection to a fake tracker. */
export const optionsFor = ({ kind, project }: Pick<FakeTracker, 'kind' | 'project'>) =>
  kind === 'jira'
    ? {
        project,
        issue_type: 'Task',
        further_projects: [],
        statuses: {},
        sign_in: { method: 'basic' as const, user: 'bot@example.org' },
        ...pace,
      }
    : { project, further_projects: [], statuses: {}, production: [], services: {}, ...pace }

const pace = { interval_minutes: 5, requests_per_minute: 6000 }

/** The real tracker of Hindsight against a fake one. */
export const trackerFor = (fake: FakeTracker, outgoing: Outgoing = outgoingTo(fake)): Tracker =>
  createTracker(
    { kind: fake.kind, url: origins[fake.kind], options: optionsFor(fake), secrets: { secret: 'secret' } },
    { outgoing, signal: new AbortController().signal, publicUrl: 'https://hindsight.example' },
  )
