import { afterDelete, afterRevoke } from './after-delete.ts'
import { endSession } from './end-session.ts'
import { combineFilters, narrowTwice } from './filter-lists.ts'
import { changeEtag, keepEtag } from './keep-etag.ts'
import { joinPages, reverseOrder } from './read-lists.ts'
import type { Relation } from './relation.ts'

/** What must hold between responses. */
export const allRelations: readonly Relation[] = [
  joinPages,
  reverseOrder,
  combineFilters,
  narrowTwice,
  keepEtag,
  changeEtag,
  afterDelete,
  afterRevoke,
  endSession,
]
