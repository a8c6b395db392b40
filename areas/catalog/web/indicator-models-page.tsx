import { indicatorModel } from '#areas/catalog/contract/indicator-model.ts'
import { ModelList } from './models/model-list.tsx'

const made = { at: '/indicators/dashboard', right: 'indicator.write' } as const

export const Page = () => <ModelList entity={indicatorModel} made={made} />
