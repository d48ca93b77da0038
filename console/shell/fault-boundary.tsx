import { Component, type ReactNode } from 'react';
import { FaultPage } from './fault-page.tsx';

interface FaultBoundaryProps {
  /** Where one is: another place has not the faults of this one. Empty for what is the same at every place. */
  path: string;
  children: ReactNode;
}

interface FaultBoundaryState {
  fault: { readonly error: unknown } | undefined;
}

/** Keeps a fault of one place from taking the rest of the console with it. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { fault: undefined };

  static getDerivedStateFromError(error: unknown): FaultBoundaryState {
    return { fault: { error } };
  }

  override componentDidUpdate({ path }: FaultBoundaryProps) {
    if (path !== this.props.path && this.state.fault !== undefined) this.setState({ fault: undefined });
  }

  override render() {
    const { fault } = this.state;
    return fault === undefined ? this.props.children : <FaultPage error={fault.error} />;
  }
}
