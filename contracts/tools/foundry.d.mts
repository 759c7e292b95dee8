export declare const foundryOptions: { cwd: string; env: NodeJS.ProcessEnv }
export declare function findFoundry(tool: 'forge' | 'anvil'): string
export declare function missingFoundry(tool: 'forge' | 'anvil'): string
export declare function runFoundry(tool: 'forge' | 'anvil', args: string[]): Promise<number>
