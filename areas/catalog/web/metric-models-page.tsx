import { metricModel } from '#areas/catalog/contract/metric-model.ts'
import { ModelList } from './models/model-list.tsx'

const made = { at: '/reporting/metrics', right: 'metric.write' } as const

export const Page = () => <ModelList entity={metricModel} made={made} />
