import { readdirSync, readFileSync } from 'node:fs';

export function measureProcess(): Record<string, number> {
  const { user, system } = process.cpuUsage();
  const { open, max } = countDescriptors();
  return {
    process_cpu_seconds_total: (user + system) / 1_000_000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_start_time_seconds: Math.round((Date.now() / 1_000 - process.uptime()) * 1_000) / 1_000,
    ...(open !== undefined && { process_open_fds: open }),
    ...(max !== undefined && { process_max_fds: max }),
  };
}

/** Open file descriptors of this process and their limit, where the system tells. */
export function countDescriptors(): { open?: number; max?: number } {
  try {
    // The listing needs a descriptor of its own.
    const open = readdirSync('/proc/self/fd').length - 1;
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return { open, ...(max !== undefined && { max: Number(max) }) };
  } catch {
    return {};
  }
}
