import type { ListPlace } from '#components/list/list-view.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Separate from the view, so that the filters in the browser load neither columns nor cells. */
export const historyPlace: ListPlace = { path: pagePaths.history, noun: ['entry', 'entries'], pageSize: 50 }
