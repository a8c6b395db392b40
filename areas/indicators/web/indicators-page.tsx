import { IndicatorList } from './indicator-list.tsx'

export const Page = () => <IndicatorList />
