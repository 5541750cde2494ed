import { addSenderTo } from '#e2e/own-sender.ts'
import { withOwnServer } from '#e2e/own-server.ts'
import { kindOf, sendingKinds } from '#server/connections/all-kinds.ts'
import { type Claim, verdictOf } from './claim.ts'

const bodies = ['', '{', 'null', '[]', '\0']
const signatures = ['', 'x', 'sha256=', 'sha256=00', 'v1=', 'Bearer ', 'Basic Og==']
const ownHeaders = sendingKinds.flatMap((kind) => kindOf(kind).events?.header ?? [])
const headers = ['authorization', ...ownHeaders]

export const refuseUnsignedEvents: Claim = {
  name: 'refuse-unsigned-events',
  claim: 'Whatever body and signature somebody without a secret sends as an event, no sender stores it or causes a 5xx',
  prove: (ground) =>
    withOwnServer(ground, async ({ server }) => {
      const faults: string[] = []
      let sent = 0
      for (const kind of sendingKinds) {
        const url = `${server.baseUrl}${await addSenderTo(server.baseUrl, kind)}`
        for (const body of bodies)
          for (const header of headers)
            for (const signature of signatures) {
              const { status } = await fetch(url, { method: 'POST', headers: { [header]: signature }, body })
              sent += 1
              if (status < 400 || status >= 500)
                faults.push(`${kind}: ${status} for ${header}: ${signature} and ${body}`)
            }
      }
      const figure = `${sent.toLocaleString('en')} events to ${sendingKinds.length} kinds of senders, ${faults.length} faults`
      return verdictOf(figure, faults)
    }),
}
