import type { Attack } from './attack.ts'
import { crowdLongPolls, cutEmojiInTitles, sendBurstsOfEvents, sendDisjointAlerts } from './attacks-by-events.ts'
import { importDeepFiles, importQuadraticArchives, importWideFiles, uploadWithoutEnd } from './attacks-by-imports.ts'
import { checkSlowConnections, getCostlyPages, postQuadraticTexts, readSwellingArticles } from './attacks-by-pages.ts'

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
