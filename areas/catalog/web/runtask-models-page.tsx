import { runtaskModel } from '#areas/catalog/contract/runtask-model.ts'
import { ModelList } from './models/model-list.tsx'

const made = { at: '/runbooks/tasks', right: 'runtask.write' } as const

export const Page = () => <ModelList entity={runtaskModel} made={made} />
