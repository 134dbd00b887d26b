/** What of the examples cannot be done on its own, by element, and the reason that a person reads. */
export const KNOWN_REFUSALS: Readonly<Record<string, RegExp>> = {
    'DroneAnalyses::RangeAnalysis': /drone subject is unbound/,
    'DroneBehaviour::TakePictures': /no value for feature count/,
    'PowertrainArchitecture::Powertrain::drive': /no initial node found in action drive/,
    'PumpTherapy::Deliver':
        /VolumeOf: type mismatch: no value for feature rate, which operator '\*' reads: write 'in rate = …;' in a usage/,
    'SatelliteOperations::Acquire': /no value for feature count/,
    'Flights::Decide': /tool 'policy' is not registered/,
    'Flights::planned': /tool 'policy' is not registered/
};
