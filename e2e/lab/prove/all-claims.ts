import { buildTwice } from './build-twice.ts'
import type { Claim } from './claim.ts'
import { callByContract, keepToJira } from './keep-to-documents.ts'
import { handOverPack, payForLeaves, payForWebhooks } from './ledger/cost-of-evidence.ts'
import { otherBrowsers } from './other-browsers.ts'
import { outliveDatabase } from './outlive-database.ts'
import { outliveFullDisk } from './outlive-full-disk.ts'
import { provenByTests } from './proven-by-tests.ts'
import { readWhileWriting } from './read-while-writing.ts'
import { rollOver } from './roll-over.ts'
import { runDocumentedCommands } from './run-documented-commands.ts'
import { spareTheSecondCaller } from './spare-the-second-caller.ts'
import { startNextImport } from './start-next-import.ts'
import { surviveInterruption } from './survive-interruption.ts'
import { surviveKills } from './survive-kills.ts'
import { takeEveryEvent } from './take-every-event.ts'
import { shareDatabase } from './two-processes.ts'
import { withstandClock } from './withstand-clock.ts'
import { withstandOverload } from './withstand-overload.ts'
import { withstandSlowClients } from './withstand-slow-clients.ts'
import { workBehindPooler } from './work-behind-pooler.ts'

/** Every claim, in the order of the table; a new one adds its line here. */
export const allClaims: readonly Claim[] = [
  surviveKills,
  surviveInterruption,
  outliveDatabase,
  outliveFullDisk,
  withstandClock,
  shareDatabase,
  workBehindPooler,
  rollOver,
  withstandOverload,
  withstandSlowClients,
  spareTheSecondCaller,
  startNextImport,
  readWhileWriting,
  otherBrowsers,
  keepToJira,
  callByContract,
  takeEveryEvent,
  handOverPack,
  payForLeaves,
  payForWebhooks,
  buildTwice,
  ...provenByTests,
  runDocumentedCommands,
]
