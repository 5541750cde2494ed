import { accountsApi } from './accounts/api.ts'
import { articlesApi } from './articles/api.ts'
import { changeFeedApi } from './change-feed/api.ts'
import { changesApi } from './changes/api.ts'
import { connectionsApi } from './connections/api.ts'
import { deploymentsApi } from './deployments/api.ts'
import { discussionApi } from './discussion/api.ts'
import { historyApi } from './history/api.ts'
import { importApi } from './import/api.ts'
import { improvementsApi } from './improvements/api.ts'
import { incidentsApi } from './incidents/api.ts'
import { insightsApi } from './insights/api.ts'
import { notificationsApi } from './notifications/api.ts'
import { pagesApi } from './pages/api.ts'
import { peopleApi } from './people/api.ts'
import { policyApi } from './policy/api.ts'
import { reviewsApi } from './reviews/api.ts'
import { searchApi } from './search/api.ts'
import { systemApi } from './system/api.ts'
import { viewsApi } from './views/api.ts'
import { worklistApi } from './worklist/api.ts'

/** Every route of the pages' own API, in `/api/app/v1`. */
export const pageApi = [
  ...accountsApi,
  ...articlesApi,
  ...changeFeedApi,
  ...changesApi,
  ...connectionsApi,
  ...deploymentsApi,
  ...discussionApi,
  ...historyApi,
  ...importApi,
  ...improvementsApi,
  ...incidentsApi,
  ...insightsApi,
  ...notificationsApi,
  ...pagesApi,
  ...peopleApi,
  ...policyApi,
  ...reviewsApi,
  ...searchApi,
  ...systemApi,
  ...viewsApi,
  ...worklistApi,
]
