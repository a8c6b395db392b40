export { AdapterFault, type Config, type ConfigField, type Definition, type InBoth, type Reach, type RunLine, type Tested } from './adapters/adapter.ts'
