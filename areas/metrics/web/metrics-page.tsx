import { MetricList } from './metric-list.tsx'

export const Page = () => <MetricList list="metric" />
