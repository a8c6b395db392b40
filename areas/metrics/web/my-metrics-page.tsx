import { MetricList } from './metric-list.tsx'

/** What a contributor gives the values of. */
export const Page = () => <MetricList list="my_metrics" />
