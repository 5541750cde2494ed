import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../crash/call-server.ts'
import { callServer, type Reply } from '../crash/call-server.ts'

type Headers = Readonly<Record<string, string>>

/** What is asked while the database is away, and the only answer that is right. */
const questions = [
  { what: 'readiness', path: '/api/ready', status: 503 },
  { what: 'health', path: '/api/health', status: 200 },
  { what: 'metrics for a token that was good before', path: '/api/metrics', status: 200 },
  { what: 'a list for a token', path: '/api/itsm/v1/changes', status: 503 },
  { what: 'a list for a person', path: '/api/app/v1/queue', status: 503 },
] as const
type Question = (typeof questions)[number]

export type Watch = {
  /** Asks all of it once, one after the other or at once, and notes what is not answered as it must be. */
  askAway(): Promise<void>
  /** Asks until each is well again, for a minute at most. Gives the milliseconds until then. */
  waitUntilBack(): Promise<number>
  readonly faults: string[]
  answers(): number
  /** Milliseconds that the slowest answer took while the database was away. */
  slowest(): number
}

/** Asks a server as a token and as a person. */
export function watchAnswers(target: Target, { token, session }: { token: Headers; session: Headers }): Watch {
  const faults: string[] = []
  let answers = 0
  let slowest = 0
  const ask = ({ path }: Question) =>
    callServer(target, { method: 'GET', path, headers: path.startsWith('/api/app/') ? session : token })
  const isBack = async (question: Question) => {
    for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100)) {
      if ((await ask(question))?.status === 200) return true
    }
    return false
  }
  return {
    faults,
    answers: () => answers,
    slowest: () => slowest,
    async askAway() {
      await Promise.all(
        questions.map(async (question) => {
          const asked = performance.now()
          const reply = await ask(question)
          slowest = Math.max(slowest, performance.now() - asked)
          answers += 1
          faults.push(...faultsOf(question, reply))
        }),
      )
    },
    async waitUntilBack() {
      const began = performance.now()
      for (const question of questions) {
        if (!(await isBack(question))) faults.push(`${question.what} is not answered again`)
      }
      return performance.now() - began
    },
  }
}

function faultsOf({ what, status }: Question, reply: Reply | undefined): string[] {
  if (reply?.status !== status) return [`${what} answered ${reply?.status} ${JSON.stringify(reply?.body)}`]
  return status === 503 && reply.retryAfter === null ? [`${what} answered 503 without Retry-After`] : []
}
