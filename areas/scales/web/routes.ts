import { globalPilots, type AdminType } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'
import type { ScaleType } from '#areas/scales/contract/scale.ts'

const staff: readonly AdminType[] = ['ROOT', 'SUPPORT']

const page = (
  type: ScaleType,
  icon: NonNullable<AreaRoute['icon']>,
  more: Pick<AreaRoute, 'order'> & Pick<AreaRoute, 'entity' | 'counts' | 'create' | 'when'>,
): AreaRoute => ({
  path: `/admin/scales/${type}`,
  title: `scales.pages.${type}`,
  roles: globalPilots,
  staff,
  tenant: 'any',
  feature: 'SETTINGS',
  icon,
  category: 'administration',
  group: 'scales',
  right: 'scale.read',
  page: () => import('./scales-page.tsx'),
  ...more,
})

/** One page for each kind, since each has levels of its own (ADM-13). */
export const routes: readonly AreaRoute[] = [
  page('indicator', 'Gauge', { order: 110 }),
  page('eval', 'ClipboardCheck', { order: 120 }),
  page('risk', 'Grid2x2', { order: 130 }),
  page('perimeter', 'MapPinned', { order: 140 }),
  page('priority', 'SignalHigh', { order: 150, entity: 'scale', counts: null }),
  page('weather', 'CloudSun', { order: 160 }),
  page('business_impacts', 'BriefcaseBusiness', {
    order: 170,
    when: ({ properties, customer }) => customer === null || properties.risk_analysis_enable === true,
  }),
]
