"""The unit of heater.sysml: `pythonfmu build -f heater.py` (`pip install pythonfmu`) makes Heater.fmu of it."""
from pythonfmu import Fmi2Causality, Fmi2Slave, Real


class Heater(Fmi2Slave):
    """A body of 100 J/K that is heated and loses heat to a room of 20 degrees."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.power = 0.0
        self.loss = 1.0
        self.temperature = 20.0
        self.register_variable(Real("power", causality=Fmi2Causality.input))
        self.register_variable(Real("loss", causality=Fmi2Causality.input))
        self.register_variable(Real("temperature", causality=Fmi2Causality.output))

    def do_step(self, current_time, step_size):
        self.temperature += step_size * (self.power - self.loss * (self.temperature - 20.0)) / 100.0
        return True
