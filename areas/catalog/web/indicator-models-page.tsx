import { indicatorModel } from '#areas/catalog/contract/indicator-model.ts'
import { ModelList } from './models/model-list.tsx'

export const Page = () => <ModelList entity={indicatorModel} />
