export { productMetricsEn } from './product-metrics-en.ts'
export { productMetricsFr } from './product-metrics-fr.ts'
