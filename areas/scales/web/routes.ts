import { globalPilots, type AdminType } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'
import type { ScaleType } from '#areas/scales/contract/scale.ts'

const staff: readonly AdminType[] = ['ROOT', 'SUPPORT']

const page = (type: ScaleType, icon: NonNullable<AreaRoute['icon']>, more: Pick<AreaRoute, 'entity' | 'create' | 'when'> = {}): AreaRoute => ({
  path: `/admin/scales/${type}`,
  title: `scales.pages.${type}`,
  roles: globalPilots,
  staff,
  tenant: 'any',
  feature: 'SETTINGS',
  icon,
  category: 'administration',
  right: 'scale.read',
  page: () => import('./scales-page.tsx'),
  ...more,
})

/** One page for each kind, since each has levels of its own (ADM-13). */
export const routes: readonly AreaRoute[] = [
  page('indicator', 'Gauge'),
  page('eval', 'ClipboardCheck'),
  page('risk', 'Grid2x2'),
  page('perimeter', 'MapPinned'),
  page('priority', 'SignalHigh', { entity: 'scale' }),
  page('weather', 'CloudSun'),
  page('business_impacts', 'BriefcaseBusiness', { when: ({ properties, customer }) => customer === null || properties.risk_analysis_enable === true }),
]
