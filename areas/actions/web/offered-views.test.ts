import { expect, test } from 'vitest'
import { offeredViews } from './offered-views.ts'
import { routes } from './routes.ts'

const views = { board: 1, gantt: 2, workload: 3, stats: 4 }

test('action plans without their second version have a list and a gantt, and no search over all of them in the menu', () => {
  const search = routes.find(({ path }) => path === '/actions/filtered')
  for (const [flags, names, offered] of [
    [{ action_plan_v2: false }, ['gantt'], false],
    [{ action_plan_v2: true }, ['board', 'gantt', 'workload', 'stats'], true],
    [{}, ['board', 'gantt', 'workload', 'stats'], true],
  ] as const) {
    expect([Object.keys(offeredViews(views, flags)), search?.offered?.({ flags })]).toEqual([names, offered])
  }
})
