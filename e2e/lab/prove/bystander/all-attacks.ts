import type { Attack } from './attack.ts'
import { checkSlowConnections } from './attacks/check-slow-connections.ts'
import { crowdLongPolls } from './attacks/crowd-long-polls.ts'
import { cutEmojiInTitles } from './attacks/cut-emoji-in-titles.ts'
import { getCostlyPages } from './attacks/get-costly-pages.ts'
import { importDeepFiles, importWideFiles } from './attacks/import-large-files.ts'
import { importQuadraticArchives } from './attacks/import-quadratic-archives.ts'
import { postQuadraticTexts } from './attacks/post-quadratic-texts.ts'
import { readSwellingArticles } from './attacks/read-swelling-articles.ts'
import { sendBurstsOfEvents } from './attacks/send-bursts-of-events.ts'
import { sendDisjointAlerts } from './attacks/send-disjoint-alerts.ts'
import { uploadWithoutEnd } from './attacks/upload-without-end.ts'

/** Every attack, in the order in which they run; a new one adds its line here. */
export const allAttacks: readonly Attack[] = [
  postQuadraticTexts,
  getCostlyPages,
  readSwellingArticles,
  checkSlowConnections,
  cutEmojiInTitles,
  importWideFiles,
  importQuadraticArchives,
  importDeepFiles,
  crowdLongPolls,
  uploadWithoutEnd,
  sendBurstsOfEvents,
  sendDisjointAlerts,
]
