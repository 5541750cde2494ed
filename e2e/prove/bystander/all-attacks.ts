import type { Attack } from './attack.ts'
import { checkSlowConnections } from './attacks/check-slow-connections.ts'
import { getCostlyPages } from './attacks/get-costly-pages.ts'
import { postQuadraticTexts } from './attacks/post-quadratic-texts.ts'
import { readSwellingArticles } from './attacks/read-swelling-articles.ts'

/** Every attack, in the order in which they run; a new one adds its line here. */
export const allAttacks: readonly Attack[] = [
  postQuadraticTexts,
  getCostlyPages,
  readSwellingArticles,
  checkSlowConnections,
]
